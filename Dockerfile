# The command alone, as one static file: docker build -t rulec . && docker run --rm -v "$PWD:/rules" rulec lint .
FROM node:22 AS packages
WORKDIR /app
COPY web/app/package.json web/app/package-lock.json web/app/.npmrc ./
RUN npm ci

FROM golang:1.26 AS build
RUN apt-get update && apt-get install -y --no-install-recommends xz-utils && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=packages /app/node_modules web/app/node_modules
RUN go run ./web/build
RUN CGO_ENABLED=0 go build -trimpath -tags page -ldflags="-s -w" -o /rulec ./cmd/rulec

FROM scratch
COPY --from=build /rulec /rulec
WORKDIR /rules
ENTRYPOINT ["/rulec"]

# The command alone, as one static file: docker build -t rulec . && docker run --rm -v "$PWD:/rules" rulec lint .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /rulec ./cmd/rulec

FROM scratch
COPY --from=build /rulec /rulec
WORKDIR /rules
ENTRYPOINT ["/rulec"]

# The command alone, as one static file, with its licences: an archive of a release, unpacked. Nothing else is in it, and
# nothing is fetched to make it.
#   .ci/release 0.0.0 dist linux/amd64 && docker build -t rulec . && docker run --rm -v "$PWD:/rules" rulec lint .
FROM scratch AS archive
ARG TARGETARCH
ADD dist/rulec-*-linux-$TARGETARCH.tar.gz /

FROM scratch
COPY --from=archive /rulec-* /
WORKDIR /rules
ENTRYPOINT ["/rulec"]

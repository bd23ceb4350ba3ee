# Weir with both browsers, for x86-64 and arm64. The browsers are Debian's packages: a rebuild gets their security fixes.
FROM oven/bun:1.4.5-slim AS bun

FROM debian:bookworm-slim
COPY --from=bun /usr/local/bin/bun /usr/local/bin/bun
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates tini chromium chromium-headless-shell firefox-esr \
      fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --create-home weir \
 && install -d -o weir -g weir -m 700 /data \
 && printf '#!/bin/sh\nexec bun /app/core/boot.mjs "$@"\n' > /usr/local/bin/weir \
 && chmod 755 /usr/local/bin/weir
WORKDIR /app
COPY . .
# Installs the packages that the service needs at run time, as in bun.lock.
RUN weir --help > /dev/null
USER weir
ENV WEIR_HOST=0.0.0.0 WEIR_DATA_DIR=/data WEIR_LOG=json
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.WEIR_PORT || 3000}/health`)).ok ? 0 : 1)"]
# Browsers leave child processes behind, which the first process of a container must reap.
ENTRYPOINT ["tini", "--", "weir"]
CMD ["serve"]

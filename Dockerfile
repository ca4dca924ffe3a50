# The service on Debian, with the browser for pages that show nothing without scripts. The database is a container of its own (see compose.yaml),
# so the embedded one is left out.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
COPY guide/package.json guide/
RUN npm ci --ignore-scripts
COPY sdk sdk
COPY dashboard dashboard
COPY guide guide
COPY docs docs
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY clients/python/README.md clients/python/
COPY scripts scripts
COPY src src
COPY policies policies
RUN npm run build && node scripts/build-service.ts && test -f dist/service/main.js && test -d dist/toscan-tables

FROM node:24-bookworm-slim
# Of each thread that has ended malloc keeps an arena of its own, some 20 MB together, and of pages that are gone the holes, where it learns from them what is large.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TOSCAN_DATA_DIR=/data
WORKDIR /app
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini chromium-headless-shell fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY sdk sdk
COPY src src
COPY policies policies
COPY migrations migrations
COPY --from=built /app/dashboard/dist dashboard/dist
COPY --from=built /app/guide/dist guide/dist
COPY --from=built /app/dist/service dist/service
COPY --from=built /app/dist/toscan-tables dist/toscan-tables
USER node
VOLUME /data
EXPOSE 8080 9464
# On the port of its own where there is one, so that workers are looked at as well.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.TOSCAN_METRICS_PORT || process.env.PORT) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# tini passes SIGTERM on and reaps; the service then hands its scans back and ends within 10 s.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=8", "dist/service/main.js"]
CMD ["serve"]

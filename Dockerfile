# The service in an image, for amd64 and arm64:
#   docker buildx build --platform linux/amd64,linux/arm64 --tag customer-feedback-service .
# Building needs 2 GB of memory, running 512 MB. docs/deploy.md says how to run it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# The dependencies alone first: they change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY scripts/lib/install-dependencies.mjs scripts/lib/operator-error.mjs scripts/lib/package-lock.mjs scripts/lib/
RUN node -e "import('./scripts/lib/install-dependencies.mjs').then(({ ensureDependencies }) => ensureDependencies())"
COPY . .
# The cache of the build serves the next build alone.
RUN CI=true npm run build && rm -rf .next/cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 LOG_TO=stdout
WORKDIR /app
# Everything belongs to root: the service writes in /data and /tmp alone.
COPY --from=build /app /app
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=15s --start-period=3m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]

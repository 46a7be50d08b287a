# An image of one node: docker build -t easel .
FROM node:22-bookworm-slim AS build
WORKDIR /easel
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /easel
COPY --from=build /easel/package.json ./
COPY --from=build /easel/node_modules node_modules
COPY --from=build /easel/dist dist
RUN mkdir /data && chown node:node /data
USER node
# Others can reach a container only through what it publishes; put TLS in front of that
ENV EASEL_HOST=0.0.0.0 EASEL_PORT=8080 EASEL_DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]

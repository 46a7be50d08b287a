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
# Fonts for previews and rendered texts in all scripts, and emoji; Easel itself brings Latin, Greek and Cyrillic
RUN apt-get update && apt-get install --yes --no-install-recommends \
      fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
USER node
# Others can reach a container only through what it publishes; put TLS in front of that
ENV EASEL_HOST=0.0.0.0 EASEL_PORT=8080 EASEL_DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 8080
# Asks where the settings of the container say, with TLS as without
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["node", "dist/cli/easel.js", "health"]
CMD ["node", "dist/server/main.js"]

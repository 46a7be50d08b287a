module.exports = {
  easel: {
    input: './openapi.json',
    output: {
      mode: 'single',
      client: 'fetch',
      target: './generated/orval.ts',
      override: { mutator: { path: './send.ts', name: 'send' } },
    },
  },
};

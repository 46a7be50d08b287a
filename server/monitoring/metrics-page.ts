import type { DescribedMetric } from '../metrics/metrics.ts';

const HEAD = `# Metrics

Every number that \`/metrics\` and \`easel metrics\` print, from the code (\`npm run generate\`). [monitoring.md](monitoring.md) says how to read
them. Histograms have \`_bucket\`, \`_sum\` and \`_count\` behind their names. No label holds anything that a caller chose: routes are the patterns
of [endpoints.txt](endpoints.txt), \`none\` for all others, and no account, canvas, client or address is ever named.

| Metric | Type | Labels | |
|---|---|---|---|
`;

/** `docs/metrics.md`. */
export const metricsPage = (metrics: readonly DescribedMetric[]): string =>
  HEAD +
  [...metrics]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, type, labels, help }) => `| \`${name}\` | ${type} | ${labels.map((one) => `\`${one}\``).join(', ')} | ${help} |\n`,
    )
    .join('');

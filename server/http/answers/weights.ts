/** The values of a header like `Accept`, in lower case, each with its weight: default 1; 0 means no (RFC 9110, 12.4.2). */
export function weights(header = ''): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}

/** Whether the client takes an answer in gzip. */
export const takesGzip = ({ 'accept-encoding': accepted }: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  accepted !== undefined && (weights(String(accepted)).get('gzip') ?? 0) > 0;

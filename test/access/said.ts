import type { Answer } from '../kit/client.ts';
import type { StreamReader } from '../kit/stream-reader.ts';

/** An answer as the tables of who may call what write it: status and text, or 200 alone. */
export const said = ({ status, body }: Answer): string => (status === 200 ? '200' : `${status} ${body?.msg}`);

/** The same of a stream: 200 when it opened with a message. */
export async function saidByStream(opening: Promise<StreamReader>): Promise<string> {
  try {
    const reader = await opening;
    await reader.next();
    reader.close();
    return '200';
  } catch (error) {
    const [, status, body] = /: (\d+) (.*)$/s.exec((error as Error).message) ?? [];
    return status ? `${status} ${JSON.parse(body!).msg}` : String(error);
  }
}

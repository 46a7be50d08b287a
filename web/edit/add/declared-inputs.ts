import type { Rest } from '../../../client/rest.ts';
import { Refusal } from '../../../model/refusal-error.ts';

/** A camera or screen that a connected display has (interface/streaming 3.5). */
export interface DeclaredInput {
  /** Unique among all of them. */
  readonly key: string;
  readonly source: string;
  readonly host_id: string;
  readonly name: string;
  /** The name of the display. */
  readonly display: string;
}

interface Client {
  readonly id: string;
  readonly installation_name: string;
}

interface Input {
  readonly id: string;
  readonly name: string;
  readonly source: string;
}

/** The inputs of all displays that are connected now. Rejects with a Refusal. */
export async function declaredInputs(rest: Pick<Rest, 'get'>): Promise<DeclaredInput[]> {
  const clients = await rest.get<readonly Client[]>('/clients');
  const found = await Promise.all(clients.map((client) => inputsOf(rest, client)));
  return found.flat();
}

async function inputsOf(rest: Pick<Rest, 'get'>, { id, installation_name }: Client): Promise<DeclaredInput[]> {
  try {
    const inputs = await rest.get<readonly Input[]>(`/clients/${encodeURIComponent(id)}/video-inputs`);
    return inputs.map((input) => ({
      key: `${id} ${input.id}`,
      source: input.source,
      host_id: id,
      name: input.name,
      display: installation_name,
    }));
  } catch (cause) {
    // A display that has gone since the list was made has none any more
    if (cause instanceof Refusal) return [];
    throw cause;
  }
}

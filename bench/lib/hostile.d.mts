/** Displays and guests that send every kind of message as often as they may. */
export class Hostile {
  open(to: { readonly port: number; readonly token: string; readonly canvas: string; readonly count: number }): Promise<void>;
  /** Close codes of those who were ended. */
  readonly ended: readonly number[];
  send(how: { readonly seconds: number }): Promise<{ readonly sent: number }>;
  close(): void;
}

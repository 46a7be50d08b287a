import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { rest } from '../../../session/rest.ts';
import { type InputProps, TextInput } from './inputs.tsx';

interface Client {
  readonly id: string;
  readonly installation_name: string;
}

/** The id of a computer: one of the connected displays, or any other. */
export function DisplayInput(props: InputProps) {
  const clients = useSignal<readonly Client[]>([]);
  const list = `${props.id}-displays`;
  useEffect(() => {
    rest.get<readonly Client[]>('/clients').then(
      (found) => {
        clients.value = found;
      },
      // Without the list, the id can still be typed
      () => undefined,
    );
  }, []);
  return (
    <>
      <TextInput {...props} list={list} />
      <datalist id={list}>
        {clients.value.map(({ id, installation_name }) => (
          <option key={id} value={id} label={installation_name} />
        ))}
      </datalist>
    </>
  );
}

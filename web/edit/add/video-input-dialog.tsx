import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { AddForm } from './add-form.tsx';
import { type DeclaredInput, declaredInputs } from './declared-inputs.ts';
import { putWidget } from './put-widget.ts';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** The choice that lets a person type what no connected display has declared. */
const OTHER = '';

/** Asks which camera or screen of a connected display is shown. */
export function VideoInputDialog({ editing, onClose }: Props) {
  const words = panelTexts.value.add;
  const [inputs, setInputs] = useState<readonly DeclaredInput[] | undefined>(undefined);
  const [chosen, setChosen] = useState(OTHER);
  const [source, setSource] = useState('');
  const [host, setHost] = useState('');
  useEffect(() => {
    declaredInputs(rest).then(
      (found) => {
        setInputs(found);
        if (found[0]) setChosen(found[0].key);
      },
      (cause) => {
        setInputs([]);
        sayFault(cause);
      },
    );
  }, []);
  const input = inputs?.find(({ key }) => key === chosen);
  const send = (): void => {
    onClose();
    const body = input
      ? { source: input.source, host_id: input.host_id, title: input.name }
      : { source: source.trim(), host_id: host.trim() };
    putWidget(editing, 'VideoInput', 4 / 3, body);
  };
  return (
    <AddForm
      title={words.videoInputAsked}
      done={words.put}
      isReady={input !== undefined || source.trim() !== ''}
      send={send}
      onClose={onClose}
    >
      {inputs === undefined && <Spinner label={texts.value.common.loading} />}
      {inputs?.length === 0 && <p class="field-hint">{words.noInputs}</p>}
      {inputs && inputs.length > 0 && (
        <Select
          label={words.input}
          value={chosen}
          options={[
            ...inputs.map(({ key, name, display }) => ({ value: key, text: words.inputOf(name, display) })),
            { value: OTHER, text: words.otherInput },
          ]}
          onChange={setChosen}
        />
      )}
      {inputs && !input && <Other source={source} setSource={setSource} host={host} setHost={setHost} />}
    </AddForm>
  );
}

interface OtherProps {
  readonly source: string;
  readonly setSource: (source: string) => void;
  readonly host: string;
  readonly setHost: (host: string) => void;
}

/** What is typed for an input that no connected display has declared. */
function Other({ source, setSource, host, setHost }: OtherProps) {
  const words = panelTexts.value.add;
  return (
    <>
      <Field
        label={words.source}
        hint={words.sourceHint}
        value={source}
        autoComplete="off"
        dir="ltr"
        onInput={(event) => setSource(event.currentTarget.value)}
      />
      <Field
        label={words.computer}
        hint={words.computerHint}
        value={host}
        autoComplete="off"
        dir="ltr"
        onInput={(event) => setHost(event.currentTarget.value)}
      />
    </>
  );
}

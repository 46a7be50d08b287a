import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { SetConfig, WallConfig } from '../../../model/displays/wall-config.ts';
import { languageNames, languages } from '../../../texts/languages.ts';
import { scales } from '../../parts/appearance/scale.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { Select } from '../../parts/select.tsx';
import { say } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';
import './settings.css';

interface Props {
  readonly wall: Wall;
  readonly forget: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The value of a choice that leaves a setting to the browser. */
const OF_BROWSER = '';

/** What of a wall's configuration people in front of it change; all of it can be changed at a desk. */
export function Settings({ wall, forget, onClose }: Props) {
  const words = wallTexts.value.settings;
  const [changed, setChanged] = useState<SetConfig>({});
  const attempt = useAttempt();
  const config: WallConfig = { ...wall.config.value, ...changed };
  const change = (part: SetConfig): void => setChanged({ ...changed, ...part });
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isSaved = await attempt.run(() => rest.patch(`/installations/${wall.client_id.peek()}`, { config: changed }));
    if (!isSaved) return;
    say(words.saved);
    onClose();
  };
  return (
    <aside class="wall-settings" aria-label={words.title}>
      <form method="post" onSubmit={(event) => void submit(event)}>
        <h2>{words.title}</h2>
        <Field
          label={words.name}
          name="name"
          maxLength={255}
          value={config.name || wall.name.value}
          data-path="name"
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
        <Appearance config={config} change={change} />
        <Select
          label={words.openView}
          options={optionsOf(words.openViews)}
          value={config.open_view}
          onChange={(open_view) => change({ open_view: open_view as WallConfig['open_view'] })}
        />
        <DefaultCanvas wall={wall} config={config} change={change} />
        <IdleTime config={config} change={change} />
        <Field
          label={words.contact}
          name="contact"
          maxLength={500}
          value={config.contact}
          data-path="contact"
          onInput={(event) => change({ contact: event.currentTarget.value })}
        />
        {attempt.fault && (
          <Notice kind="danger">
            <p>{refusalText(attempt.fault)}</p>
          </Notice>
        )}
        <div class="wall-settings-actions">
          <Button kind="primary" type="submit" busy={attempt.busy}>
            {words.save}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
      {forget && <Forget forget={forget} />}
    </aside>
  );
}

/** Only the browser of a person can stop being a display by itself: a wall has nobody who would be signed in then. */
function Forget({ forget }: { readonly forget: () => void }) {
  const words = wallTexts.value.settings;
  return (
    <div class="wall-settings-end">
      <p>{words.forgetAbout}</p>
      <Button kind="dangerous" onClick={forget}>
        {words.forget}
      </Button>
    </div>
  );
}

interface PartProps {
  readonly config: WallConfig;
  readonly change: (part: SetConfig) => void;
}

function Appearance({ config, change }: PartProps) {
  const words = wallTexts.value.settings;
  const ofBrowser = { value: OF_BROWSER, text: words.ofBrowser };
  return (
    <>
      <Select
        label={words.language}
        options={[ofBrowser, ...languages.map((value) => ({ value, text: languageNames[value] }))]}
        value={config.language ?? OF_BROWSER}
        onChange={(language) => change({ language: language || null })}
      />
      <Select
        label={words.theme}
        options={[ofBrowser, ...optionsOf(words.themes)]}
        value={config.theme ?? OF_BROWSER}
        onChange={(theme) => change({ theme: (theme || null) as WallConfig['theme'] })}
      />
      <Select
        label={words.scale}
        options={[ofBrowser, ...scales.map((value) => ({ value, text: `${Number(value) * 100} %` }))]}
        value={config.scale === null ? OF_BROWSER : String(config.scale)}
        onChange={(scale) => change({ scale: scale === OF_BROWSER ? null : Number(scale) })}
      />
    </>
  );
}

/** When nobody touches the wall any more, and what it does then. */
function IdleTime({ config: { idle }, change }: PartProps) {
  const words = wallTexts.value.settings;
  return (
    <>
      <Field
        label={words.idle}
        hint={words.idleHint}
        type="number"
        min={0}
        max={10_080}
        name="idle"
        value={String(idle.after / 60)}
        data-path="idle.after"
        onInput={(event) => change({ idle: { ...idle, after: Math.round(Number(event.currentTarget.value) * 60) } })}
      />
      <Select
        label={words.idleTo}
        options={optionsOf(words.idleEnds)}
        value={idle.to}
        onChange={(to) => change({ idle: { ...idle, to: to as WallConfig['idle']['to'] } })}
      />
    </>
  );
}

/** The canvas that is open becomes the one that the wall shows when there is nothing else. */
function DefaultCanvas({ wall, config, change }: PartProps & Pick<Props, 'wall'>) {
  const canvas_id = wall.workspace.canvas_id.value;
  if (canvas_id === '') return null;
  return (
    <Checkbox
      label={wallTexts.value.settings.useCanvas}
      checked={config.default_canvas === canvas_id}
      onChange={(isChosen) => change({ default_canvas: isChosen ? canvas_id : null })}
    />
  );
}

const optionsOf = (texts: Readonly<Record<string, string>>) => Object.entries(texts).map(([value, text]) => ({ value, text }));

import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Logo } from '../../parts/logo.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { signOut } from '../../session/session.ts';
import { wallTexts } from '../wall-texts.ts';
import './become-display.css';

interface Props {
  readonly person: string;
  /** Called with the name of the display. */
  readonly choose: (name: string) => void;
}

/** A person who is signed in here is asked before their browser becomes a display: from then on programs show canvases in it. */
export function BecomeDisplay({ person, choose }: Props) {
  const words = wallTexts.value;
  const [name, setName] = useState(words.pairing.name(screen.width, screen.height));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== '') choose(name.trim());
  };
  return (
    <main id="main" class="become">
      <form class="become-card" method="post" onSubmit={submit}>
        <Logo size={36} />
        <h1>{words.become.title}</h1>
        <p>{words.become.about(person)}</p>
        <Field
          label={words.become.name}
          name="name"
          required
          maxLength={255}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <div class="become-actions">
          <Button kind="primary" type="submit">
            {words.become.yes}
          </Button>
          <a class="button plain" href="/">
            {words.become.no}
          </a>
        </div>
        <Button kind="quiet" onClick={() => void signOut().catch(sayFault)}>
          {words.become.instead}
        </Button>
      </form>
    </main>
  );
}

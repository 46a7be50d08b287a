import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { site } from '../../session/rest.ts';
import { Frame } from '../frame/frame.tsx';
import { useTitle } from '../frame/title.ts';
import { isWholeCode, spellCode } from './code.ts';
import { CodeForm } from './code-form.tsx';
import { ConfirmForm, type SignedWall } from './confirm-form.tsx';
import { PairMark } from './pair-mark.tsx';
import type { WaitingWall } from './waiting-wall.ts';
import './pair.css';
import { pairTexts } from './pair-texts.ts';

/** Signs a wall in that has no keyboard: its code, then what it is and as whom, then that it is done. */
export function Pair() {
  useTitle(pairTexts.value.title);
  const { query } = useLocation();
  const [code, setCode] = useState(spellCode(query.code ?? ''));
  const [wall, setWall] = useState<WaitingWall>();
  const [signed, setSigned] = useState<SignedWall>();
  const attempt = useAttempt();
  const find = (): Promise<boolean> => attempt.run(async () => setWall(await findWall(code)));
  useEffect(() => {
    if (isWholeCode(code)) void find();
  }, []);
  const again = (): void => {
    setCode('');
    setWall(undefined);
    setSigned(undefined);
  };
  return (
    <Frame>
      <div class="pair">
        {!wall && <CodeForm code={code} setCode={setCode} attempt={attempt} find={find} />}
        {wall && !signed && <ConfirmForm code={code} wall={wall} done={setSigned} again={again} />}
        {wall && signed && <Done wall={wall} signed={signed} again={again} />}
      </div>
    </Frame>
  );
}

const findWall = (code: string): Promise<WaitingWall> =>
  site.get<WaitingWall>(`/session/pairing?code=${encodeURIComponent(code)}`);

interface DoneProps {
  readonly wall: WaitingWall;
  readonly signed: SignedWall;
  readonly again: () => void;
}

function Done({ wall, signed: { kind, person }, again }: DoneProps) {
  const words = pairTexts.value;
  const name = wall.name || words.unnamed;
  const says = {
    own: () => words.doneOwn(person),
    lasting: () => words.doneLasting(name, person),
    guest: () => words.doneAbout(name, person),
  };
  return (
    <div class="pair-card">
      <PairMark isDone />
      <h1>{words.done}</h1>
      <p role="status">{says[kind]()}</p>
      <div class="pair-actions">
        <a class="button primary" href="/">
          {words.doneHome}
        </a>
        <Button onClick={again}>{words.doneMore}</Button>
      </div>
    </div>
  );
}

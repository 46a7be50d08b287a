import { Laptop, Smartphone, SquareTerminal } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../../model/refusal-error.ts';
import type { LoginSession } from '../../../model/resources/accounts/session.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { Ago, useTime } from '../home/cards/time.tsx';
import { faultText } from '../sign-in/fault-text.ts';
import { accountTexts } from './account-texts.ts';
import { Box, ListRow } from './box.tsx';
import { programOf } from './program-name.ts';

const icons = { computer: Laptop, phone: Smartphone, program: SquareTerminal };

/** Where somebody is signed in. `turn`: grows when the list has changed. */
export function Devices({ turn }: { readonly turn: number }) {
  useTime();
  const words = accountTexts.value;
  const { user, session_id } = session.value!;
  const path = `/users/${user!.id}/sessions`;
  const [list, setList] = useState<readonly LoginSession[]>();
  const [fault, setFault] = useState<Refusal>();
  const load = (): void => void rest.get<readonly LoginSession[]>(path).then(setList, setFault);
  useEffect(load, [path, turn]);
  const end = async (which: string, told: string): Promise<void> => {
    await rest.delete(`${path}${which}`).then(() => say(told), sayFault);
    load();
  };
  // This one first, then the last used
  const isHere = ({ id }: LoginSession): boolean => id === session_id;
  const shown = list?.toSorted(
    (one, other) => Number(isHere(other)) - Number(isHere(one)) || other.last_used_at.localeCompare(one.last_used_at),
  );
  const others = shown?.some((one) => !isHere(one)) && (
    <Button onClick={() => void end('', words.signedOutElsewhere)}>{words.signOutElsewhere}</Button>
  );
  return (
    <Box id="devices" title={words.devices} about={words.devicesAbout} action={others}>
      {fault && <Notice kind="danger">{faultText(fault, texts.value)}</Notice>}
      <ul class="me-list">
        {shown?.map((one) => (
          <Device key={one.id} one={one} isHere={isHere(one)} end={() => void end(`/${one.id}`, words.signedOut)} />
        ))}
      </ul>
    </Box>
  );
}

interface DeviceProps {
  readonly one: LoginSession;
  readonly isHere: boolean;
  readonly end: () => void;
}

function Device({ one, isHere, end }: DeviceProps) {
  const words = accountTexts.value;
  const { name, system, kind } = programOf(one.user_agent);
  const called = name === '' ? words.unknownProgram : system === '' ? name : words.programOn(name, system);
  const used = one.last_used_at || one.created_at;
  const when = isHere ? words.hereNow : used && <Ago time={used} />;
  return (
    <ListRow
      icon={icons[kind]}
      name={called}
      about={
        <>
          {when}
          {when && one.address && ' · '}
          {one.address}
        </>
      }
    >
      {isHere ? (
        <Badge kind="success">{words.thisOne}</Badge>
      ) : (
        <Button class="me-small" aria-label={words.signOutOf(called)} onClick={end}>
          {texts.value.common.signOut}
        </Button>
      )}
    </ListRow>
  );
}

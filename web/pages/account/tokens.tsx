import { Braces, Plus } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../../model/refusal-error.ts';
import type { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { faultText } from '../sign-in/fault-text.ts';
import { accountTexts } from './account-texts.ts';
import { Box, ListRow } from './box.tsx';
import { NewToken } from './new-token.tsx';
import { isForgotten, tokenSentence, usedText } from './token-words.ts';

/** Permanent tokens, for programs. */
export function Tokens() {
  const words = accountTexts.value;
  const path = `/users/${session.value!.user!.id}/access-tokens`;
  const [list, setList] = useState<readonly AccessToken[]>();
  const [fault, setFault] = useState<Refusal>();
  const [asked, setAsked] = useState<'new' | AccessToken>();
  const load = (): void => void rest.get<readonly AccessToken[]>(path).then(setList, setFault);
  useEffect(load, [path]);
  const close = (): void => {
    setAsked(undefined);
    load();
  };
  const end = async ({ id }: AccessToken): Promise<void> => {
    await rest.delete(`${path}/${id}`).then(() => say(words.tokenEnded), sayFault);
    close();
  };
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setAsked('new')}>
      {words.newToken}
    </Button>
  );
  return (
    <Box id="tokens" title={words.parts.tokens} about={words.tokensAbout} action={add}>
      {fault && <Notice kind="danger">{faultText(fault, texts.value)}</Notice>}
      {list?.length === 0 && <p class="me-none">{words.noTokens}</p>}
      <ul class="me-list">
        {list?.map((one) => (
          <TokenRow key={one.id} one={one} end={() => setAsked(one)} />
        ))}
      </ul>
      {asked === 'new' && <NewToken path={path} close={close} />}
      {asked && asked !== 'new' && <EndToken one={asked} end={() => void end(asked)} close={close} />}
    </Box>
  );
}

function TokenRow({ one, end }: { readonly one: AccessToken; readonly end: () => void }) {
  const words = accountTexts.value;
  const now = Date.now();
  const used = usedText(one, now, words, language.value);
  return (
    <ListRow icon={Braces} name={one.name} about={tokenSentence(one, words, language.value)}>
      {isForgotten(one, now) ? <Badge kind="warning">{used}</Badge> : <span class="me-used">{used}</span>}
      <Button kind="dangerous" class="me-small" aria-label={words.endOf(one.name)} onClick={end}>
        {words.end}
      </Button>
    </ListRow>
  );
}

interface EndProps {
  readonly one: AccessToken;
  readonly end: () => void;
  readonly close: () => void;
}

const EndToken = ({ one, end, close }: EndProps) => (
  <Dialog
    title={accountTexts.value.endQuestion(one.name)}
    onClose={close}
    actions={
      <>
        <Button onClick={close}>{texts.value.common.cancel}</Button>
        <Button kind="danger" onClick={end}>
          {accountTexts.value.endDone}
        </Button>
      </>
    }
  >
    <p>{accountTexts.value.endAbout}</p>
  </Dialog>
);

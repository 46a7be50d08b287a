import { KeyRound } from 'lucide';
import { Icon } from '../../parts/icon.tsx';
import { signOnAddress } from '../../session/next-path.ts';
import type { CurrentSession } from '../../session/session.ts';
import { texts } from '../../texts.ts';

interface Props extends Pick<CurrentSession['sign_in'], 'saml' | 'oidc' | 'oidc_name'> {
  readonly next: string;
}

/** Links to identity providers: real addresses, which the browser loads, because the server answers them. */
export function Ways({ saml, oidc, oidc_name, next }: Props) {
  const words = texts.value.signIn;
  return (
    <div class="sign-in-ways">
      {oidc && <Way address={signOnAddress('oidc', next)} text={oidc_name ? words.oidcNamed(oidc_name) : words.oidc} />}
      {saml && <Way address={signOnAddress('saml', next)} text={words.saml} />}
    </div>
  );
}

/** `target`: keeps the router of the page from taking the link for one of its own pages. */
const Way = ({ address, text }: { readonly address: string; readonly text: string }) => (
  <a class="button plain" href={address} target="_top">
    <Icon of={KeyRound} />
    <span>{text}</span>
  </a>
);

import { isRoot, isSystem } from '../../model/resources/folder.ts';
import type { RuleName } from '../../model/verb.ts';
import type { Rule } from './access-rule.ts';
import { type Check, type CheckDeps, Checks } from './checks.ts';

export type Rules = ReturnType<typeof createRules>;

/**
 * Who may do what: the whole table. A rule makes its checks from left to right, in the order of the interface: 401, 402, 404 for
 * the object of the path, 403. For users and groups the order is 401, 403 for the role, 400 for the ids, 404.
 */
export function createRules(deps: CheckDeps) {
  const checks = new Checks(deps);
  const { signedIn, signedInOrLink, licensed, administrator, selfOrAdministrator, people, client, canvas, folder } = checks;
  return {
    anyone: rule('anyone', 'ignored', 'silent'),
    optional: rule('anyone', 'optional', 'silent'),
    signedIn: rule('signed in', 'required', 'silent', signedIn, people),
    signedInBlockedToo: { ...rule('signed in, blocked too', 'required', 'silent', signedIn, people), blockedToo: true },
    administrator: rule('administrator', 'required', 'silent', signedIn, administrator, people),
    selfOrAdministrator: rule('the user, administrator', 'required', 'silent', signedIn, selfOrAdministrator, people),
    signedInLicensed: rule('signed in', 'required', 'silent', signedIn, licensed),
    viewClient: rule('signed in', 'required', 'vanish', signedIn, licensed, client('view')),
    controlClient: rule('whoever may steer the client', 'required', 'vanish', signedIn, licensed, client('steer')),
    connectDisplay: rule('signed in, or a token in the first message', 'link', 'silent', licensed),
    viewCanvas: rule('view on the canvas', 'required', 'vanish', signedIn, licensed, canvas('view')),
    viewCanvasOrLink: rule('view on the canvas, or its link', 'link', 'vanish', signedInOrLink, licensed, canvas('view')),
    editCanvas: rule('edit on the canvas', 'required', 'vanish', signedIn, licensed, canvas('edit')),
    ownCanvas: rule('owner of the canvas', 'required', 'vanish', signedIn, licensed, canvas('owner')),
    shareCanvas: rule(
      'owner of the canvas, edit if editors can share',
      'required',
      'vanish',
      signedIn,
      licensed,
      canvas('share'),
    ),
    viewFolder: rule('view on the folder', 'required', 'vanish', signedIn, licensed, folder('view')),
    copyFolder: rule('view on the folder, no system folder', 'required', 'vanish', signedIn, licensed, folder('view', isSystem)),
    editFolder: rule('edit on the folder, no system folder', 'required', 'vanish', signedIn, licensed, folder('edit', isSystem)),
    ownFolder: rule('owner of the folder, no system folder', 'required', 'vanish', signedIn, licensed, folder('owner', isSystem)),
    emptyFolder: rule('owner of the folder, not the root', 'required', 'vanish', signedIn, licensed, folder('owner', isRoot)),
    shareFolder: rule(
      'owner of the folder, edit if editors can share',
      'required',
      'vanish',
      signedIn,
      licensed,
      folder('share'),
    ),
  } as const satisfies Record<RuleName, Rule>;

  function rule(says: string, credential: Rule['credential'], onLoss: Rule['onLoss'], ...steps: readonly Check[]): Rule {
    return {
      says,
      credential,
      licensed: steps.includes(licensed),
      onLoss,
      permit: (actor, params) => {
        for (const step of steps) step(actor, params);
      },
    };
  }
}

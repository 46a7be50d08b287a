import { isRoot, isSystem } from '../../../model/resources/folder.ts';
import type { RuleName } from '../../../model/verb.ts';
import type { Rule } from '../access-rule.ts';
import { type Check, type CheckDeps, Checks } from './checks.ts';

export type Rules = ReturnType<typeof createRules>;

/**
 * The whole table of permissions. Behind its words each rule names the scope that a narrowed token needs, which is checked first.
 * Then it makes its checks from left to right, in the order of the interface: 401, 402, 404 for the object of the path, 403. For
 * users and groups the order is 401, 403 for the role, 400 for the ids, 404.
 */
export function createRules(deps: CheckDeps) {
  const checks = new Checks(deps);
  const { signedIn, signedInOrLink, licensed, administrator, selfOrAdministrator, self, people, client, canvas, folder } = checks;
  const { canvasOrLink, scopeOrLink, installation, scopeOfWall, account: own, operator } = checks;
  return {
    anyone: rule('anyone', 'nothing', 'ignored', 'silent'),
    optional: rule('anyone', 'nothing', 'optional', 'silent'),
    signedIn: account('signed in', 'read or admin', people),
    signedInBlockedToo: { ...account('signed in, blocked too', 'nothing', own, people), blockedToo: true },
    ownAccount: account('signed in', 'admin', own, people),
    administrator: account('administrator', 'admin', administrator, people),
    selfOrAdministrator: account('the user, administrator', 'admin', selfOrAdministrator, people),
    readSelf: account('the user', 'read', own, self, people),
    writeSelf: account('the user', 'write', own, self, people),
    signedInLicensed: account('signed in', 'read', licensed),
    makeInFolder: account('signed in', 'write', own, licensed),
    listClients: account('signed in', 'read or control', licensed),
    viewClient: object('signed in', 'read or control', client('view')),
    controlClient: object('whoever may steer the client', 'control', client('steer')),
    viewInstallation: object('whose it is, or who manages it', 'read or control', installation('view')),
    configureInstallation: object('whose it is, who manages it, or the wall', 'control', installation('configure'), scopeOfWall),
    steerInstallation: object('whose it is, or who manages it', 'control', installation('steer')),
    connectDisplay: rule('signed in, a token in the first message, or a viewer as Guest', 'read', 'link', 'silent', licensed),
    viewCanvas: object('view on the canvas', 'read', canvas('view')),
    viewCanvasOrLink: {
      ...rule('view on the canvas, or its link', 'read', 'link', 'vanish', signedInOrLink, licensed, canvasOrLink),
      permit: inOrder(scopeOrLink('read'), signedInOrLink, licensed, canvasOrLink),
    },
    giveCanvas: object('administrator', 'admin', inOrder(administrator, canvas('view'))),
    copyCanvas: object('view on the canvas', 'write', inOrder(own, canvas('view'))),
    editCanvas: object('edit on the canvas', 'write', canvas('edit')),
    ownCanvas: object('owner of the canvas', 'write', canvas('owner')),
    shareCanvas: object('owner of the canvas, edit if editors can share', 'write', canvas('share')),
    viewFolder: object('view on the folder', 'read', folder('view')),
    copyFolder: object('view on the folder, no system folder', 'write', inOrder(own, folder('view', isSystem))),
    editFolder: object('edit on the folder, no system folder', 'write', folder('edit', isSystem)),
    ownFolder: object('owner of the folder, no system folder', 'write', folder('owner', isSystem)),
    emptyFolder: object('owner of the folder, not the root', 'write', folder('owner', isRoot)),
    shareFolder: object('owner of the folder, edit if editors can share', 'write', folder('share')),
    operator: rule('operator', 'nothing', 'ignored', 'silent', operator),
    monitor: rule('monitoring', 'nothing', 'required', 'silent', operator),
  } as const satisfies Record<RuleName, Rule>;

  function account(says: string, scope: Rule['scope'], ...steps: readonly Check[]): Rule {
    return rule(says, scope, 'required', 'silent', signedIn, ...steps);
  }

  /** `first`: instead of the check of the scope. */
  function object(says: string, scope: Rule['scope'], step: Check, first = checks.scope(scope)): Rule {
    return { ...rule(says, scope, 'required', 'vanish', licensed), permit: inOrder(first, signedIn, licensed, step) };
  }

  function rule(says: string, scope: Rule['scope'], credential: Rule['credential'], onLoss: Rule['onLoss'], ...steps: Check[]) {
    const permit = inOrder(checks.scope(scope), ...steps);
    return { says, scope, credential, licensed: steps.includes(licensed), onLoss, permit };
  }
}

const inOrder =
  (...steps: readonly Check[]): Check =>
  (actor, params) => {
    for (const step of steps) step(actor, params);
  };

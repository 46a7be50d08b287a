import { AccessToken } from '../../model/resources/accounts/access-token.ts';
import { Mark } from '../../model/resources/accounts/mark.ts';
import { Member } from '../../model/resources/accounts/member.ts';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { User } from '../../model/resources/accounts/user.ts';
import type { SessionUse } from '../access/authentication/session-use.ts';
import type { Access } from '../access/authorization/access.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import { accessTokens } from './behaviours/access-tokens.ts';
import { marks } from './behaviours/marks.ts';
import { members } from './behaviours/members.ts';
import { sessions } from './behaviours/sessions.ts';
import { usersBehaviour } from './behaviours/users.ts';
import { idleSessions, sessionUses } from './jobs/session-use.ts';
import { tokenExpiry, tokenExtension } from './jobs/token-expiry.ts';
import { tokenUse } from './jobs/token-use.ts';
import { unconfirmedAccounts } from './jobs/unconfirmed-accounts.ts';
import type { SignInNeeds } from './log-in.ts';
import { approveRoutes } from './routes/users/approve.ts';
import { blockRoutes } from './routes/users/block.ts';
import { changeEmailRoutes } from './routes/users/change-email.ts';
import { confirmEmailRoutes } from './routes/users/confirm-email.ts';
import { identitiesRoutes } from './routes/users/identities.ts';
import { loginRoutes } from './routes/users/login.ts';
import { logoutRoutes } from './routes/users/logout.ts';
import { createResetTokenRoutes } from './routes/users/password/create-reset-token.ts';
import { resetRoutes } from './routes/users/password/reset.ts';
import { validateResetTokenRoutes } from './routes/users/password/validate-reset-token.ts';
import { passwordRoutes } from './routes/users/password.ts';
import { registerRoutes } from './routes/users/register.ts';
import { resetPasswordRoutes } from './routes/users/reset-password.ts';
import { sessionsRoutes } from './routes/users/sessions.ts';
import { unblockRoutes } from './routes/users/unblock.ts';
import { userLimitsOf } from './user-limits.ts';

interface Needs extends SignInNeeds {
  readonly scheduler: Scheduler;
  readonly rules: Rules;
  readonly access: Access;
  readonly sessionUse: SessionUse;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly settings: SignInNeeds['settings'] & Pick<Settings, 'unconfirmedDays' | 'wallSessionDays'>;
}

/** Accounts, their tokens and sessions, members of groups, and signing in with a password. */
export const users = feature({
  make: ({ settings }: Needs) => ({ userLimits: userLimitsOf(settings) }),
  behaviours: (deps) => [
    [User, usersBehaviour(deps)],
    [AccessToken, accessTokens(deps)],
    [LoginSession, { ...sessions, others: sessionsRoutes(deps) }],
    [Member, members(deps)],
    [Mark, marks(deps)],
  ],
  routes: (deps) => [
    ...loginRoutes(deps),
    ...logoutRoutes(deps),
    ...registerRoutes(deps),
    ...confirmEmailRoutes(deps),
    ...createResetTokenRoutes(deps),
    ...validateResetTokenRoutes(deps),
    ...resetRoutes(deps),
    ...passwordRoutes(deps),
    ...blockRoutes(deps),
    ...unblockRoutes(deps),
    ...approveRoutes(deps),
    ...changeEmailRoutes(deps),
    ...resetPasswordRoutes(deps),
    ...identitiesRoutes(deps),
  ],
  jobs: (deps) => [
    tokenExtension(deps),
    tokenExpiry(deps),
    tokenUse(deps),
    sessionUses(deps),
    idleSessions(deps),
    unconfirmedAccounts(deps),
  ],
});

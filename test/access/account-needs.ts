import type { Body, Line } from './line.ts';

export const nameText = [{ name: 5 }, 'name must be a string'] as const;

/** Accounts and administration: interface/auth 2 to 10. */
export const accountNeeds = (): Record<string, Line> => ({
  'GET /server-info': { need: 'anyone' },
  'GET /server-config': { need: 'anyone', subscribable: true },
  'PATCH /server-config': {
    need: 'administrator',
    body: ({ unique }) => ({ server_name: unique }),
    wrong: [{ server_name: 5 }, 'server_name must be a string'],
  },
  'POST /server-config/send-test-email': {
    need: 'administrator',
    body: () => ({}),
    wrong: [{ recipient_email: 'x' }, 'recipient_email is not a valid e-mail address'],
    answer: '400 Email is not configured',
  },
  'POST /server-config/reload-certs': { need: 'administrator', answer: '400 TLS is not enabled', ignoresBody: true },
  'POST /users/login': {
    need: 'anyone',
    body: ({ login }) => login,
    wrong: [{ email: 'x' }, 'Login request must have either email and password or token'],
  },
  'POST /users/login/saml': {
    need: 'anyone',
    body: () => ({ inResponseTo: '_1', responseXml: '<x/>' }),
    answer: '403 Sign-in using SAML is not enabled',
    // The refusal comes before the body is looked at
    ignoresBody: true,
  },
  'POST /users/logout': {
    need: 'signed in, blocked too',
    body: ({ spareToken }) => ({ token: spareToken }),
    wrong: [{ token: 5 }, 'token must be a string'],
  },
  'POST /users/register': {
    need: 'anyone, known or not',
    body: ({ unique }) => ({ email: `${unique}@corp.example`, name: unique, password: 'correct-horse' }),
    wrong: [{ email: 'ada@corp.example', name: 'Ada' }, 'password parameter is missing'],
  },
  'POST /users/confirm-email': {
    need: 'anyone',
    body: () => ({ token: 'unknown' }),
    wrong: [{}, 'Invalid email confirmation token.'],
    answer: '400 Invalid email confirmation token.',
  },
  'POST /users/password/create-reset-token': {
    need: 'anyone',
    body: ({ unique }) => ({ email: `${unique}@corp.example` }),
    wrong: [{ email: 5 }, 'email must be a string'],
  },
  'GET /users/password/validate-reset-token': { need: 'anyone', answer: '400 Invalid token' },
  'POST /users/password/reset': {
    need: 'anyone',
    body: () => ({ token: 'unknown', password: 'another-horse' }),
    wrong: [{ token: 5 }, 'Invalid token'],
    answer: '400 Invalid token',
  },
  ...administration(),
  ...users(),
  ...ofUsers(),
  ...groups(),
});

const administration = (): Record<string, Line> => ({
  'GET /audit-log': { need: 'administrator' },
  'GET /audit-log/export-csv': { need: 'administrator' },
  'GET /backups': { need: 'administrator', subscribable: true },
  'GET /backups/:backup_id': { need: 'administrator', subscribable: true, item: ['Backup', 'backup_id'] },
  'POST /backups': { need: 'administrator', answer: '400 No place for backups is set', ignoresBody: true },
  'GET /license': { need: 'administrator', subscribable: true },
  'POST /license': {
    need: 'administrator',
    body: () => ({ license: 'a.b' }),
    wrong: [{ key: 'a.b' }, 'license parameter is missing'],
    answer: '400 Invalid license',
  },
  'GET /license/request': { need: 'administrator' },
  'POST /license/activate': {
    need: 'administrator',
    body: ({ unique }) => ({ key: unique }),
    wrong: [{}, 'key parameter is missing'],
    answer: '501 Online license activation is not available',
  },
});

function users(): Record<string, Line> {
  return {
    'GET /users': { need: 'signed in', subscribable: true },
    'GET /users/:user_id': { need: 'signed in', subscribable: true },
    'POST /users': {
      need: 'administrator',
      body: ({ unique }) => ({ email: `${unique}@corp.example`, name: unique }),
      wrong: [{ name: 'x' }, 'email parameter is missing'],
    },
    'PATCH /users/:user_id': { need: 'the user', body: ({ unique }) => ({ name: unique }), wrong: nameText },
    'DELETE /users/:user_id': { need: 'administrator' },
    'DELETE /users/:user_id/identities': { need: 'administrator' },
    'POST /users/:user_id/password': {
      need: 'the user',
      body: ({ currentPassword }) => ({ current_password: currentPassword, new_password: 'another-password' }),
      wrong: [{ new_password: 5 }, 'new_password must be a string', 'current_password parameter is missing'],
    },
    'POST /users/:user_id/block': { need: 'administrator', body: () => ({}) },
    'POST /users/:user_id/unblock': { need: 'administrator', body: () => ({}) },
    'POST /users/:user_id/approve': { need: 'administrator', body: () => ({}) },
    'POST /users/:user_id/reset-password': { need: 'administrator', body: () => ({}) },
    'POST /users/:user_id/change-email': {
      need: 'the user',
      body: ({ unique }) => ({ email: `${unique}@corp.example` }),
      wrong: [{}, 'email parameter is missing'],
    },
  };
}

const ofUsers = (): Record<string, Line> => ({ ...accessTokens(), ...sessions(), ...marks() });

function accessTokens(): Record<string, Line> {
  const list = '/users/:user_id/access-tokens';
  const item = ['Access token', 'token_id'] as const;
  const body = (): Body => ({ name: 'build robot' });
  return {
    [`GET ${list}`]: { need: 'the user', subscribable: true },
    [`POST ${list}`]: { need: 'the user', body, wrong: [{}, 'name or description is required'] },
    [`GET ${list}/:token_id`]: { need: 'the user', subscribable: true, item },
    [`PATCH ${list}/:token_id`]: { need: 'the user', item, body, wrong: nameText },
    [`DELETE ${list}/:token_id`]: { need: 'the user', item },
  };
}

function sessions(): Record<string, Line> {
  const list = '/users/:user_id/sessions';
  return {
    [`GET ${list}`]: { need: 'the user', subscribable: true },
    [`DELETE ${list}`]: { need: 'the user' },
    [`DELETE ${list}/:session_id`]: { need: 'the user', item: ['Session', 'session_id'] },
  };
}

function marks(): Record<string, Line> {
  const list = '/users/:user_id/marks';
  return {
    [`GET ${list}`]: { need: 'the user alone', subscribable: true },
    [`POST ${list}`]: {
      need: 'the user alone',
      body: ({ openCanvas }) => ({ item_id: openCanvas, starred: true }),
      wrong: [{ starred: true }, 'item_id parameter is missing'],
    },
    [`DELETE ${list}/:mark_id`]: { need: 'the user alone', item: ['Mark', 'mark_id'] },
  };
}

function groups(): Record<string, Line> {
  return {
    'GET /groups': { need: 'signed in', subscribable: true },
    'GET /groups/:group_id': { need: 'signed in', subscribable: true },
    'POST /groups': { need: 'administrator', body: ({ unique }) => ({ name: unique }), wrong: [{}, 'name parameter is missing'] },
    'PATCH /groups/:group_id': { need: 'administrator', body: ({ unique }) => ({ name: unique }), wrong: nameText },
    'DELETE /groups/:group_id': { need: 'administrator' },
    'GET /groups/:group_id/members': { need: 'signed in', subscribable: true },
    'POST /groups/:group_id/members': {
      need: 'administrator',
      body: ({ recipient }) => ({ id: recipient }),
      wrong: [{}, 'id parameter is missing'],
    },
    'DELETE /groups/:group_id/members/:user_id': { need: 'administrator' },
  };
}

/** The page on which a person signs a wall in. */
export const pair = {
  title: 'Connect a wall',
  about: 'A wall without a keyboard shows a code. Type it here, and the wall is signed in.',
  code: 'Code on the wall',
  codeHint: 'Eight letters and digits, such as K7QF-2M4X',
  find: 'Continue',
  question: 'Is this your wall?',
  compare: 'Only connect a wall that you see in front of you, with this code on it.',
  wall: 'Wall',
  unnamed: 'A wall without a name',
  address: 'Network address',
  expires: (time: string) => `The code works for another ${time}.`,
  as: 'Signed in as',
  asMe: (name: string) => `${name} (you)`,
  writes: 'People may write at this wall',
  writesHint: 'Without it, the wall only shows.',
  /** What is handed over, and for how long. */
  hands: (person: string) =>
    `The wall may read and show what ${person} may see, and change nothing, for 14 days and longer while it is connected.`,
  handsWrites: (person: string) =>
    `The wall may read, show and change canvases as ${person} may, but no accounts, for 14 days and longer while it is connected.`,
  asWhom: 'Who the wall is',
  ownAccount: 'An account for this wall',
  ownAccountHint: 'It sees only what you share with it.',
  me: 'Me',
  somebody: 'Somebody else',
  accountName: 'Name of the account',
  sameWall: 'The same wall again',
  newWall: 'No, a new wall',
  steers: 'It may also steer walls',
  adminWarning: 'Whoever touches this wall could open every canvas.',
  /** What is handed over to a wall that is there to stay. */
  lasting: (person: string) =>
    `The wall may do on canvases what ${person} may, and nothing with accounts. It stays signed in until you end its session, or nobody has used it for a long time.`,
  lastingReads: (person: string) =>
    `The wall may show what ${person} may see, and change nothing. It stays signed in until you end its session, or nobody has used it for a long time.`,
  /** The same, for a wall with an account of its own. */
  lastingOwn:
    'The wall may show and change what is shared with its account, and nothing else. It stays signed in until you end its session, or nobody has used it for a long time.',
  lastingOwnReads:
    'The wall may show what is shared with its account, and change nothing. It stays signed in until you end its session, or nobody has used it for a long time.',
  doneOwn: (account: string) =>
    `The wall is signed in within a few seconds, and stays signed in. Share a canvas with “${account}”, and it can be opened there.`,
  doneLasting: (wall: string, person: string) => `${wall} is signed in as ${person} within a few seconds, and stays signed in.`,
  confirm: 'Connect this wall',
  another: 'Another code',
  done: 'The wall is connected',
  doneAbout: (wall: string, person: string) =>
    `${wall} is signed in as ${person} within a few seconds, for 14 days and longer while it is connected.`,
  doneHome: 'Go to the canvases',
  doneMore: 'Connect another wall',
  unknown: 'No wall shows this code now. Look at it once more: a code works once, and for ten minutes.',
  locked: (time: string) => `Too many wrong codes. You can try again in ${time}.`,
  incomplete: 'A code has eight letters and digits.',
  deniedOther: 'You may not sign a wall in here: this session has only a part of your rights.',
};

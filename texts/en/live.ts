/** What the live page of the server says, which the sample canvas shows. */
export const live = {
  lang: 'en',
  title: 'This board, now',
  people: 'People here',
  changes: 'Changes a minute',
  sent: 'Until all see it',
  live: '● Live',
  away: 'The server does not answer',
  refused: 'You may not see this board',
};

import type { Texts } from '../../page.ts';
import { looks } from '../looks.ts';
import { canvas } from './canvas.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { islands } from './islands.ts';
import { mailLinks } from './mail-links.ts';
import { outline } from './outline.ts';
import { presence } from './presence.ts';
import { problems } from './problems.ts';
import { sharing } from './sharing.ts';
import { signIn } from './sign-in.ts';
import { view } from './view.ts';

export const ja: Texts = {
  looks,
  common,
  signIn,
  dashboard,
  sharing,
  canvas,
  view,
  islands,
  mailLinks,
  outline,
  presence,
  problems,
};

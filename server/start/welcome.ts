import type { Easel } from '../app.ts';

/**
 * Prints what people need now: the address and, until it was shown once, the administrator's password. For a server that already
 * listens: a start that fails earlier leaves all of this to the next one.
 */
export function welcome(easel: Easel, address: string, changed: Readonly<Record<string, string>>): void {
  const lines = [...administratorLines(easel), '', ...addressLines(address), ...aboutLines(easel, changed), ''];
  // In one write, so that anything that waits for the address gets all lines
  console.log(lines.join('\n'));
  easel.passwordFile.remove();
}

function administratorLines({ firstStart }: Easel): string[] {
  if (!firstStart) return [];
  const { email, generatedPassword } = firstStart;
  const password = generatedPassword ?? 'the one in EASEL_ADMIN_PASSWORD';
  return ['', `  Administrator:     ${email}`, `  Password:          ${password}`];
}

const addressLines = (address: string): string[] => [
  `  Easel is listening on ${address}`,
  `  API documentation: ${address}/api/docs`,
];

function aboutLines({ version, folder }: Easel, changed: Readonly<Record<string, string>>): string[] {
  const settings = Object.entries(changed).map(([name, value]) => `${name}=${value}`);
  const lines = [`  Version:           ${version}`, `  Data folder:       ${folder}`];
  return settings.length > 0 ? [...lines, `  Settings:          ${settings.join(' ')}`] : lines;
}

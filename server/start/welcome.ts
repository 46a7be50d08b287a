import type { Easel } from '../app.ts';
import { makeSampleCanvas, wantsSampleCanvas } from './sample-canvas.ts';

/**
 * Prints for people what they need now: the address, and until somebody was told, the administrator's password; makes the
 * sample canvas. For a server that listens: a start that failed before leaves all of it to the next one.
 */
export async function welcome(easel: Easel, address: string, changed: Readonly<Record<string, string>>): Promise<void> {
  const canvas = wantsSampleCanvas(easel.store) ? await makeSampleCanvas(easel) : undefined;
  const lines = [...administratorLines(easel), '', ...addressLines(address, canvas), ...aboutLines(easel, changed), ''];
  // At once, so that who waits for the address has all of it
  console.log(lines.join('\n'));
  easel.passwordFile.remove();
}

function administratorLines({ firstStart }: Easel): string[] {
  if (!firstStart) return [];
  const { email, generatedPassword } = firstStart;
  const password = generatedPassword ?? 'the one in EASEL_ADMIN_PASSWORD';
  return ['', `  Administrator:     ${email}`, `  Password:          ${password}`];
}

function addressLines(address: string, canvas: string | undefined): string[] {
  const lines = [`  Easel is listening on ${address}`, `  API documentation: ${address}/api/docs`];
  return canvas ? [...lines, `  Sample canvas:     ${address}/api/v1/canvases/${canvas}/widgets`] : lines;
}

function aboutLines({ version, folder }: Easel, changed: Readonly<Record<string, string>>): string[] {
  const settings = Object.entries(changed).map(([name, value]) => `${name}=${value}`);
  const lines = [`  Version:           ${version}`, `  Data folder:       ${folder}`];
  return settings.length > 0 ? [...lines, `  Settings:          ${settings.join(' ')}`] : lines;
}

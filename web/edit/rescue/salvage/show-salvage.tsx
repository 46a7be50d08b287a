import { render } from 'preact';
import { beginRescueTexts } from '../rescue-texts.ts';
import { SalvageRegion } from './salvage-region.tsx';

let place: HTMLElement | undefined;

/** Shows what the browser keeps for a person, above whatever page is open. Nobody else sees that. Rejects without the server. */
export async function showSalvage(user: number): Promise<void> {
  await beginRescueTexts();
  if (!place) {
    place = document.createElement('div');
    document.body.append(place);
  }
  render(<SalvageRegion key={user} user={user} />, place);
}

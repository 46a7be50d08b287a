import './person-label.css';

/** An element for the name of a person, in the colours that `personStyle` gives what it lies in. */
export function newPersonLabel(document: Document): HTMLElement {
  const label = document.createElement('span');
  label.className = 'person-label';
  return label;
}

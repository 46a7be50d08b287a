/** The events that the browser has gathered into one, which are all places where the pointer was; else the event itself. */
export function coalescedOf(event: PointerEvent): readonly PointerEvent[] {
  // Missing on plain HTTP
  const all = event.getCoalescedEvents?.() ?? [];
  return all.length > 0 ? all : [event];
}

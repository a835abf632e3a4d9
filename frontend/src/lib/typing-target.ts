/** Whether a key pressed here is text or has a meaning already: in a field, an open menu or dialog. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=menu], [role=listbox]') !== null)
  )
}

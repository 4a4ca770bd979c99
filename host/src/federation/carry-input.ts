type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element | RadioNodeList | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** Excludes hidden fields, which belong to the page, and file fields, which no script may fill. */
const isEditableField = (field: Element): field is Field => isField(field) && field.name !== '' && !['hidden', 'file', 'submit', 'button'].includes(field.type);

const isCheckable = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Sets a value as if the visitor had typed it. React's own setter would hide the change from its handlers. */
const type = (field: Field, value: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
};

/**
 * Captures the visitor's input in an area that is about to be replaced. The returned function restores it in the fields with the same names in the new area.
 */
export const captureFormState = (area: Element): ((replacement: Element) => void) => {
  const typed = [...area.querySelectorAll('input,textarea,select')].filter(isEditableField);
  return (replacement) => {
    const fields = [...replacement.querySelectorAll('input,textarea,select')].filter(isEditableField);
    for (const old of typed) {
      const field = fields.find(({ name, type: kind, value }) => name === old.name && kind === old.type && (!isCheckable(old) || value === old.value));
      if (field === undefined) continue;
      if (isCheckable(field) && isCheckable(old)) {
        if (field.checked !== old.checked) field.click();
      } else if (field.value !== old.value) type(field, old.value);
    }
  };
};

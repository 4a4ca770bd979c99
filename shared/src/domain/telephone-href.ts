/** Returns the `tel:` URL of a number in display format: "+234 800 000 0000" → "tel:+2348000000000". */
export const telephoneHref = (telephone: string): string => `tel:${telephone.replace(/[^+\d]/g, '')}`;

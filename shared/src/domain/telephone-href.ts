/** Converts a number in display format to a `tel:` URL: "+234 800 000 0000" becomes "tel:+2348000000000". */
export const telephoneHref = (telephone: string): string => `tel:${telephone.replace(/[^+\d]/g, '')}`;

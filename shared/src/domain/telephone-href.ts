/** `tel:` address of a number as it is written for people: "+234 800 000 0000" → "tel:+2348000000000". */
export const telephoneHref = (telephone: string): string => `tel:${telephone.replace(/[^+\d]/g, '')}`;

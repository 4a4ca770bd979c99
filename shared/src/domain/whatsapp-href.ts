/** Returns the URL of a WhatsApp conversation with a number in international format, optionally with a prefilled text. */
export const whatsAppHref = (telephone: string, text?: string): string =>
  `https://wa.me/${telephone.replace(/\D/g, '')}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`;

/** The WhatsApp conversation with a number in international notation, with a text to begin it. */
export const whatsAppHref = (telephone: string, text?: string): string =>
  `https://wa.me/${telephone.replace(/\D/g, '')}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`;

export const getProgramPath = (slug: string): string => `/programs/${encodeURIComponent(slug)}`;

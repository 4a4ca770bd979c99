/** Id of the element with the page's stylesheets as JSON. They are not links, because a browser would request those. */
export const LATER_STYLES_ID = 'later-styles';

export interface LaterStylesheet {
  readonly href: string;
  readonly integrity: string;
  /** Name of the chunk for the runtime of a remote. */
  readonly mark?: string;
}

/** Id of the element with the page's stylesheets as JSON. The stylesheets are not links, because a browser would request links. */
export const LATER_STYLES_ID = 'later-styles';

export interface LaterStylesheet {
  readonly href: string;
  readonly integrity: string;
  /** Name of the chunk in the remote's runtime. */
  readonly mark?: string;
}

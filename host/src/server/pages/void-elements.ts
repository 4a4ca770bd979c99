/** Elements without an end tag: https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

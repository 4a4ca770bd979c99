/** First page for each kind of visitor, used in the menu, in the footer and on the home page. */
export const WAYS_IN: readonly { readonly label: string; readonly to: string }[] = [
  { label: 'Get help', to: '/help' },
  { label: 'Young people', to: '/what-we-do#programs' },
  { label: 'Parents', to: '/help#parents' },
  { label: 'Schools', to: '/school-visit' },
  { label: 'Give', to: '/donate' },
];

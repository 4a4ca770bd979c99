/** Where each kind of visitor begins, for the menu, the footer and the home page. */
export const WAYS_IN: readonly { readonly label: string; readonly to: string }[] = [
  { label: 'Young people', to: '/what-we-do' },
  // A topic rather than an article, which staff may delete.
  { label: 'Parents', to: '/news/tag/parents' },
  { label: 'Schools', to: '/school-visit' },
  { label: 'Give', to: '/donate' },
];

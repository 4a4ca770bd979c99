export interface TeamMember {
  readonly name: string;
  readonly role: string;
  /** URL of the portrait on the provider, without a size. */
  readonly image: string;
}

/** Creates a sample person with a shortened name, to be replaced with a real team member. */
const executive = (position: number, name: string, role: string): TeamMember => ({
  name,
  role,
  image: `/img/upload/v1/samples-team-exec-${position}.webp`,
});
const board = (position: number, name: string, role: string): TeamMember => ({
  name,
  role,
  image: `/img/upload/v1/samples-team-board-${position}.webp`,
});

export const EXECUTIVE_TEAM: readonly TeamMember[] = [
  executive(1, 'Ngozi A.', 'Executive Director'),
  executive(2, 'Ibrahim M.', 'Director of Programs'),
  executive(3, 'Tọ́pẹ́ O.', 'Head of Schools and Clubs'),
  executive(4, 'Adaeze E.', 'Head of NAVIGATE Mentorship'),
  executive(5, 'Chidi N.', 'Finance and Operations Lead'),
  executive(6, 'Amina B.', 'Communications Lead'),
];

export const ADVISORY_BOARD: readonly TeamMember[] = [
  board(1, 'Professor F.', 'Chair, Advisory Board'),
  board(2, 'Dr. Ladi K.', 'Member, public health'),
  board(3, 'Barrister Ebi T.', 'Member, law and child protection'),
  board(4, 'Mrs. Ṣadé L.', 'Member, education'),
  board(5, 'Mr. Emeka U.', 'Member, finance'),
];

export const TEAM_NOTE = 'The people on this page are examples. Real names and photos are coming soon.';

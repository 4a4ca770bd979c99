export interface TeamMember {
  readonly name: string;
  readonly role: string;
  /** URL of the portrait on the provider, without a size. */
  readonly image: string;
}

/** Creates a sample person with a shortened name, to be replaced with a real team member. */
const createExecutive = (position: number, name: string, role: string): TeamMember => ({
  name,
  role,
  image: `/img/upload/v1/samples-team-exec-${position}.webp`,
});
const createBoardMember = (position: number, name: string, role: string): TeamMember => ({
  name,
  role,
  image: `/img/upload/v1/samples-team-board-${position}.webp`,
});

export const EXECUTIVE_TEAM: readonly TeamMember[] = [
  createExecutive(1, 'Ngozi A.', 'Executive Director'),
  createExecutive(2, 'Ibrahim M.', 'Director of Programs'),
  createExecutive(3, 'Tọ́pẹ́ O.', 'Head of Schools and Clubs'),
  createExecutive(4, 'Adaeze E.', 'Head of NAVIGATE Mentorship'),
  createExecutive(5, 'Chidi N.', 'Finance and Operations Lead'),
  createExecutive(6, 'Amina B.', 'Communications Lead'),
];

export const ADVISORY_BOARD: readonly TeamMember[] = [
  createBoardMember(1, 'Professor F.', 'Chair, Advisory Board'),
  createBoardMember(2, 'Dr. Ladi K.', 'Member, public health'),
  createBoardMember(3, 'Barrister Ebi T.', 'Member, law and child protection'),
  createBoardMember(4, 'Mrs. Ṣadé L.', 'Member, education'),
  createBoardMember(5, 'Mr. Emeka U.', 'Member, finance'),
];

export const TEAM_NOTE = 'The people on this page are examples. Real names and photos are coming soon.';

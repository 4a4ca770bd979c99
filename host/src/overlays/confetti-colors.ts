export const COLORS: readonly string[] = ['#F6A81C', '#B3123F', '#3B33A0', '#17A673', '#1FA9B8'];

import type { ReactNode } from 'react';

export type HeadingLevel = 1 | 2 | 3 | 4;

interface HeadingProps {
  readonly level: HeadingLevel;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Heading = ({ level, id, className, children }: HeadingProps) => {
  const Tag: 'h1' | 'h2' | 'h3' | 'h4' = `h${level}`;
  return (
    <Tag id={id} className={className}>
      {children}
    </Tag>
  );
};

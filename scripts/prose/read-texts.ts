import type { JSXChild, JSXElement, JSXFragment, TemplateLiteral } from 'oxc-parser';
import { parseSync, Visitor } from 'oxc-parser';

/** Elements and components that are part of the sentence around them. Any other element begins a new sentence. */
const INLINE_TAGS = /^(?:a|abbr|b|bdi|code|em|i|kbd|mark|small|span|strong|time|Link|NavLink|EmailLink|ExternalLink|PlainLink|SiteLink|TopicLink)$/;
/** Replaces values that the program fills in. Like names, these do not count as words. */
const PLACEHOLDER_TEXT = ' {} ';
/** Matches strings of at least four words that begin like a sentence. Other strings are names, classes or queries. */
const SENTENCE = /^[\p{Lu}{“"‘(].*\s.*\s.*\s/su;

const readTemplate = ({ quasis }: TemplateLiteral): string => quasis.map(({ value }) => value.cooked ?? value.raw).join(PLACEHOLDER_TEXT);

const getTag = ({ openingElement: { name } }: JSXElement): string => (name.type === 'JSXIdentifier' ? name.name : '');

const readChild = (child: JSXChild): string => {
  if (child.type === 'JSXText') return child.value.replace(/\s+/g, ' ');
  if (child.type === 'JSXElement' || child.type === 'JSXFragment') return readElement(child);
  if (child.type !== 'JSXExpressionContainer') return '';
  const { expression } = child;
  if (expression.type === 'Literal') return String(expression.value);
  if (expression.type === 'TemplateLiteral') return readTemplate(expression);
  return expression.type === 'Identifier' || expression.type === 'MemberExpression' || expression.type === 'CallExpression' ? PLACEHOLDER_TEXT : '\n';
};

const readElement = (element: JSXElement | JSXFragment): string => {
  const text = element.children.map(readChild).join('');
  return element.type === 'JSXElement' && INLINE_TAGS.test(getTag(element)) ? text : `\n${text}\n`;
};

const splitBlocks = (text: string): string[] =>
  text
    .split('\n')
    .map((block) => block.trim())
    .filter((block) => block.split(' ').length >= MINIMUM_WORDS);

/** Shorter texts are labels, not sentences. */
const MINIMUM_WORDS = 4;

/** Lists the texts of at least four words that a module displays: text in JSX with its inline elements, and strings that begin like a sentence. */
export const readModuleTexts = (file: string, source: string): readonly string[] => {
  const { program } = parseSync(file, source);
  const texts: string[] = [];
  const elementRanges: [start: number, end: number][] = [];
  const isInElement = (start: number): boolean => elementRanges.some(([from, to]) => start >= from && start < to);
  const add = (text: string): void => {
    if (SENTENCE.test(text)) texts.push(...splitBlocks(text));
  };
  new Visitor({
    JSXElement: (element) => {
      if (isInElement(element.start)) return;
      for (const child of element.children)
        if (child.type === 'JSXText' && /\p{L}/u.test(child.value)) {
          elementRanges.push([element.start, element.end]);
          texts.push(...splitBlocks(readElement(element)));
          return;
        }
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !isInElement(start)) add(value);
    },
    TemplateLiteral: (template) => {
      if (!isInElement(template.start)) add(readTemplate(template));
    },
  }).visit(program);
  return texts;
};

/** Lists the texts in a JSON file. */
export const readJsonTexts = (source: string): readonly string[] => {
  const read = (value: unknown): string[] => {
    if (typeof value === 'string') return splitBlocks(value);
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(read) : [];
  };
  return read(JSON.parse(source));
};

import { useEffect, useMemo, useState, type ReactElement } from "react";
import { Text, View } from "../../ui/render/elements.ts";
import { useColors, useScreen, useServices } from "../../ui/system/services.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { type } from "../../ui/theme.ts";
import { itemTops, LazyColumn } from "../../ui/widgets/LazyColumn.tsx";
import { Menu } from "../../ui/widgets/Menu.tsx";
import type { ShownPage } from "./browser-session.ts";
import { pressChoice, resetForm, submission, valueOf, type FormValues } from "./page/form-data.ts";
import { boxSizes, layoutPage, type LaidBlock } from "./page/layout-page.ts";
import type { PageControl } from "./page/page-model.ts";
import { PageBlock } from "./PageBlock.tsx";
import { strings } from "./strings.ts";

/** How often what is looked for stands on the page, and at which of these places the reader is. */
export interface PageMatches {
  count: number;
  at: number;
}

const margin = 16;
const widest = 760;
const above = 12;

/** A page: laid out for this screen, scrolled, with links to follow and forms to fill in. */
export function PageView(props: {
  shown: ShownPage;
  query: string | undefined;
  /** Which of the matches is the one to be seen. */
  match: number;
  onMatches: (count: number) => void;
  onScroll: (offset: number) => void;
  onOpen: (address: string, form?: string) => void;
  onHoldLink: (address: string) => void;
}): ReactElement {
  const { shown, query = "", match, onMatches, onOpen } = props;
  const { page, address } = shown;
  const { widthDp } = useScreen();
  const colors = useColors();
  const texts = useStrings(strings);
  const width = Math.min(widest, widthDp - 2 * margin);
  const laid = useLaidPage(shown, width);
  const [values, setValues] = useState<FormValues>(new Map());
  const [choosing, setChoosing] = useState<PageControl>();
  const [anchor, setAnchor] = useState(() => hashOf(address));
  const notice =
    page.cut === "long"
      ? texts.cutLong
      : page.cut === "deep"
        ? texts.cutDeep
        : page.blocks.length === 0
          ? texts.empty
          : undefined;
  const items = useMemo(() => [...(laid ?? []), ...(laid && notice ? [noticeBlock(notice)] : [])], [laid, notice]);
  const tops = useMemo(() => itemTops(items, above), [items]);
  const wanted = query.trim().toLowerCase();
  const places = useMemo(() => findPlaces(items, tops, wanted), [items, tops, wanted]);
  useEffect(() => onMatches(places.length), [places, onMatches]);
  const found = places[match];
  const scrollTo = useScrollTarget({
    items,
    tops,
    anchor,
    start: shown.scroll,
    found: wanted === "" ? undefined : found,
  });

  const follow = (to: string): void => {
    const [base, hash] = [to.split("#")[0], hashOf(to)];
    if (hash !== undefined && base === address.split("#")[0]) setAnchor(hash);
    else onOpen(to);
  };
  const submit = (control: PageControl): void => {
    const sent = control.form === undefined ? undefined : submission(page, control.form, values, control);
    if (sent) onOpen(sent.address, sent.form);
  };
  const press = (control: PageControl): void => {
    if (control.type === "submit") submit(control);
    else if (control.type === "reset") setValues(resetForm(page, control.form, values));
    else if (control.type === "select") setChoosing(control);
    else setValues(pressChoice(page, control, values));
  };
  const setValue = (control: PageControl, value: string): void =>
    setValues(new Map(values).set(control.id, { ...valueOf(control, values), value }));
  return (
    <View style={{ grow: 1 }}>
      <LazyColumn
        id="page"
        {...(page.title === "" ? {} : { label: page.title })}
        items={items}
        paddingTop={above}
        paddingBottom={24}
        scrollTo={scrollTo}
        onScroll={props.onScroll}
        render={(block, index) =>
          block.key === noticeKey ? (
            <Text id="notice" text={type.body} color={colors.error} style={{ marginX: margin, marginTop: 16 }}>
              {block.text}
            </Text>
          ) : (
            <View passThrough style={{ width, alignSelf: "center", grow: 1 }}>
              <PageBlock
                block={block}
                query={wanted}
                current={found?.item === index ? found.line : undefined}
                pictures={shown.pictures}
                values={values}
                onFollow={follow}
                onHoldLink={props.onHoldLink}
                onPress={press}
                onValue={setValue}
                onSubmit={submit}
              />
            </View>
          )
        }
      />
      {choosing ? (
        <Menu
          onDismiss={() => setChoosing(undefined)}
          place={{ left: 24, right: 24, bottom: 24 }}
          items={choosing.options.slice(0, 12).map(({ label, value }, index) => ({
            id: `option_${index}`,
            label,
            checked: valueOf(choosing, values).value === value,
            onPress: () => setValue(choosing, value),
          }))}
        />
      ) : null}
    </View>
  );
}

const noticeKey = "notice";

function noticeBlock(text: string): LaidBlock {
  return { key: noticeKey, height: 88, text, lines: [], boxes: [], rects: [], anchors: [] };
}

function hashOf(address: string): string | undefined {
  const at = address.indexOf("#");
  if (at < 0) return undefined;
  try {
    return decodeURIComponent(address.slice(at + 1));
  } catch {
    return address.slice(at + 1);
  }
}

/** Lays the page out anew when the width, the size of text or the pictures change; the last layout shows meanwhile. */
function useLaidPage(shown: ShownPage, width: number): readonly LaidBlock[] | undefined {
  const services = useServices();
  const { fontScale } = useScreen();
  const [laid, setLaid] = useState<readonly LaidBlock[]>();
  const { page, pictures } = shown;
  useEffect(() => {
    const abort = new AbortController();
    const layOut = async (): Promise<void> => {
      try {
        const blocks = await layoutPage(
          page,
          { width, fontScale, boxSize: boxSizes(pictures, fontScale) },
          abort.signal,
        );
        if (!abort.signal.aborted) services.run(() => setLaid(blocks));
      } catch (error) {
        if (!abort.signal.aborted) services.log(`a page could not be laid out: ${String(error)}`);
      }
    };
    void layOut();
    return () => abort.abort();
  }, [services, page, pictures, width, fontScale]);
  return laid;
}

interface Place {
  item: number;
  line: number;
  /** dp from the page's top */
  y: number;
}

/** The lines in which the words stand. */
function findPlaces(items: readonly LaidBlock[], tops: readonly number[], wanted: string): Place[] {
  if (wanted === "") return [];
  return items.flatMap((item, index) =>
    item.lines.flatMap((line, at) =>
      line.text.toLowerCase().includes(wanted) ? { item: index, line: at, y: (tops[index] ?? 0) + line.y } : [],
    ),
  );
}

/** Where to scroll to: what is being looked for, the part that the address names, or where the reader left. */
function useScrollTarget(options: {
  items: readonly LaidBlock[];
  tops: readonly number[];
  anchor: string | undefined;
  start: number;
  found: Place | undefined;
}): { offset: number } | undefined {
  const { items, tops, anchor, start, found } = options;
  const ready = items.length > 0;
  return useMemo(() => {
    if (found) return { offset: Math.max(0, found.y - 120) };
    const index = anchor === undefined ? -1 : items.findIndex(({ anchors }) => anchors.includes(anchor));
    if (index >= 0) return { offset: tops[index] ?? 0 };
    return ready && start > 0 ? { offset: start } : undefined;
    // Not with each new layout: that would pull the page from under the reader.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [found?.item, found?.line, anchor, start, ready]);
}

#!/usr/bin/env python3
"""Rewrites rulec files: about: and cite: of definitions become remarks (#:), ids of rules lose the name of their system and
stand once. Usage: remarks.py FOLDER|FILE.. (rulesets, overlays, cases, encounters: comments and layout stay)"""
import re, sys, os, yaml, collections

SYSTEMS = ('timecount', 'energy', 'segments', 'dierank', 'actionpoints')
WIDTH = 120
PLAYS = ('encounter', 'combatants', 'common', 'sequence', 'state')
todo = []

def short(id):
    head, _, rest = id.partition('.')
    return rest if head in SYSTEMS and rest else id

class Owner:
    def __init__(self, key, value, path): self.key, self.value, self.path, self.about, self.ids, self.parts = key, value, path, '', [], []

def owners(root):
    """All entries with about or cite that becomes a remark."""
    found = []
    keys = [k.value for k, _ in root.value]
    plays = any(k in PLAYS for k in keys) or 'cases' in keys and not any(k in keys for k in ('kinds', 'time', 'extends', 'parts'))
    def walk(n, path, seen):
        if id(n) in seen: return
        seen.add(id(n))
        if isinstance(n, yaml.MappingNode):
            for k, v in n.value:
                p = path + [k.value]
                if isinstance(v, yaml.MappingNode) and id(v) not in seen:
                    o = Owner(k, v, p)
                    for kk, vv in v.value:
                        if kk.value == 'about' and isinstance(vv, yaml.ScalarNode):
                            o.about = ' '.join(vv.value.split()); o.parts.append((kk, vv))
                        elif kk.value == 'cite':
                            o.ids = [short(x.value) for x in vv.value] if isinstance(vv, yaml.SequenceNode) else [short(vv.value)]
                            o.parts.append((kk, vv))
                    if o.parts: found.append(o)
                walk(v, p, seen)
        elif isinstance(n, yaml.SequenceNode):
            for x in n.value: walk(x, path, seen)
    def houses(n, path):
        if isinstance(n, yaml.MappingNode):
            for k, v in n.value:
                if k.value == 'house': walk(v, [], set())
                else: houses(v, path)
        elif isinstance(n, yaml.SequenceNode):
            for x in n.value: houses(x, path)
    if plays:
        houses(root, [])
    else:
        for k, v in root.value:
            if k.value == 'cases': houses(v, [])
        rest = yaml.MappingNode(root.tag, [(k, v) for k, v in root.value if k.value != 'cases'])
        walk(rest, [], set())
    return found

def convert(text, name, keep=None):
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode): return text
    cuts, heads = [], []
    for o in owners(root):
        if o.path[0] == 'remove': todo.append(f'{name}: {".".join(o.path)}: remove {o.parts[0][0].value}'); continue
        k, v = o.key, o.value
        start = text.rfind('\n', 0, k.start_mark.index) + 1
        lead = text[start:k.start_mark.index]
        if lead.strip():
            todo.append(f'{name}:{k.start_mark.line+1}: {".".join(o.path)} is not first on its line'); continue
        ids = [i for i in o.ids if keep is None or keep(i, name, k.start_mark.index)]
        entries = v.value
        gone = [kk for kk, _ in o.parts]
        left = [e for e in entries if e[0] not in gone]
        if v.flow_style:
            if not left:
                cuts.append((v.start_mark.index + 1, v.end_mark.index - 1, ''))
            else:
                for i, (kk, vv) in enumerate(entries):
                    if kk not in gone: continue
                    later = [e for e in entries[i+1:] if e[0] not in gone]
                    if later:   # up to the next entry
                        cuts.append((kk.start_mark.index, entries[i+1][0].start_mark.index, ''))
                    else:       # from the end of the one before
                        before = [j for j in range(i) if entries[j][0] not in gone][-1]
                        frm = max(entries[j][1].end_mark.index for j in range(before, i))
                        cuts.append((frm, vv.end_mark.index, ''))
        else:
            for kk, vv in o.parts:
                s = text.rfind('\n', 0, kk.start_mark.index) + 1
                e = kk.start_mark.index + len(text[kk.start_mark.index:max(vv.end_mark.index, kk.end_mark.index)].rstrip())
                rest = text[e:].split('\n', 1)[0]
                if rest.strip(): todo.append(f'{name}:{kk.start_mark.line+1}: behind {kk.value}: {rest}')
                e = text.find('\n', e) + 1 or len(text)
                cuts.append((s, e, ''))
            if not left and 'override' in o.path[:1]:
                cuts.append((k.end_mark.index, k.end_mark.index + 1, ': {}'))
        remark = o.about
        if ids: remark = (remark + ' ' if remark else '') + '[' + ', '.join(ids) + ']'
        if '[' in o.about or ']' in o.about: todo.append(f'{name}:{k.start_mark.line+1}: brackets in {o.about}')
        if not remark: continue
        multi = isinstance(v, yaml.MappingNode) and False
        heads.append((start, lead, remark))
    for at, lead, remark in heads: cuts.append((at, at, lead + '\0' + remark + '\n'))
    for s, e, new in sorted(cuts, key=lambda c: (c[0], c[1]), reverse=True):
        text = text[:s] + new + text[e:]
    lines, out, i = text.split('\n'), [], 0
    while i < len(lines):
        if '\0' not in lines[i]: out.append(lines[i]); i += 1; continue
        lead, remark = lines[i].split('\0'); head = lines[i+1]
        if len(head) + 5 + len(remark) <= WIDTH and not re.search(r'\s#', head):
            out.append(head.rstrip() + '  #: ' + remark); i += 2; continue
        line = lead + '#:'
        words = remark.split(' ')
        for w in words:
            if len(line) + 1 + len(w) > WIDTH and line != lead + '#:': out.append(line); line = lead + '#:'
            line += ' ' + w
        out.append(line); i += 1
    # what braces left empty
    text = '\n'.join(out)
    return text

def covers(text):
    def strip(m): return re.sub(r'\b(' + '|'.join(SYSTEMS) + r')\.(?=[a-z0-9])', '', m.group(0))
    text = re.sub(r'covers: ?\[[^\]]*\]', strip, text)
    text = re.sub(r'covers: [a-z].*', strip, text)
    return re.sub(r'covers:\n(\s+- .*\n)+', strip, text)

def files(args):
    for a in args:
        if os.path.isfile(a): yield a
        for d, _, fs in os.walk(a):
            for f in sorted(fs):
                if f.endswith('.yaml'): yield os.path.join(d, f)

ASIDE = ('params', 'scales', 'tactics', 'laws', 'reports', 'choices', 'kinds')
def once(names):
    """For each id of a system the one declaration where it stays: not a param if there is another, then the one that has the fewest ids."""
    at = collections.defaultdict(list)
    for n in names:
        m = re.match(r'.*rulesets/([a-z]+)(/|\.yaml)', n)
        if not m: continue
        text = open(n).read()
        for o in owners(yaml.compose(text, Loader=yaml.SafeLoader)):
            for i in set(o.ids):
                at[m.group(1), i].append(((o.path[0] in ASIDE or len(o.path) > 2 and o.path[0] != 'time', len(o.ids), n, o.key.start_mark.index), n, o.key.start_mark.index))
    best = {k: min(v)[1:] for k, v in at.items()}
    def keep(i, name, pos):
        m = re.match(r'.*rulesets/([a-z]+)(/|\.yaml)', name)
        return not m or best[m.group(1), i] == (name, pos)
    return keep

if __name__ == '__main__':
    names = list(files(sys.argv[1:]))
    keep = once(names)
    for n in names:
        old = open(n).read()
        try: new = covers(convert(old, n, keep))
        except yaml.YAMLError as e: print('unread', n, str(e).split('\n')[0]); continue
        if new != old: open(n, 'w').write(new)
    print('\n'.join(todo))

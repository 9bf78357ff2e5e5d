"""Makes grids of the tables and scales in files (YAML, pages, Go tests). Usage: python3 grids.py FILE.. ; needs PyYAML."""
import re,sys,yaml
class L(yaml.SafeLoader): pass
L.yaml_implicit_resolvers={}
def load(t): return yaml.load(t,Loader=L)
def cell(v):
    v=re.sub(r'^(\d*d\d+) ([+-]) (\d+)$',r'\1\2\3',str(v))
    if v=='' : return '""'
    bare=re.sub(r'\([^()]*\)|\[[^\[\]]*\]','',re.sub(r'\([^()]*\)','',v))
    if ' ' in bare or v in('-','|'): return '"'+v+'"'
    return v
def align(rows):
    w=[max(len(r[i]) for r in rows if i<len(r)) for i in range(max(map(len,rows)))]
    return ['  '.join(c.ljust(w[i]) for i,c in enumerate(r)).rstrip() for r in rows]
TYPES={'number','bool','dice'}
def head(n,t,vals,names_are_types):
    # a type is written where neither the name nor the cells show it
    if t is None: return n
    if t in TYPES or t==n: 
        return n
    return f'{n}:{t}' if needs(n,t) else n
amb=set()
def needs(n,t): return (n,t) in amb
def conv(name,e,section):
    """returns (list of lines) or None to leave"""
    if section=='tables':
        if not isinstance(e,dict) or 'rows' not in e or not isinstance(e['rows'],list): return None
        if set(e)-{'keys','columns','gives','rows'} or 'keys' not in e: return None
        keys=e['keys']; cols=e.get('columns')
        if cols is None:
            g=e.get('gives','number')
            n=g if g not in TYPES and re.fullmatch('[a-z_0-9]+',g) else {'number':'value','bool':'holds','dice':'dice'}.get(g,'value')
            if n in keys: n='result'
            cols={n:g}
        if not keys or not cols: return None
        rows=[[head(k,t,None,0) for k,t in keys.items()]+['|']+[head(k,t,None,0) for k,t in cols.items()]]
        for r in e['rows']:
            if not isinstance(r,list) or len(r)!=len(keys)+len(cols): return None
            rows.append([cell(x) for x in r[:len(keys)]]+['|']+[cell(x) for x in r[len(keys):]])
        return align(rows)
    if isinstance(e,list): return None
    if not isinstance(e,dict) or 'steps' not in e: return None
    if set(e)-{'columns','steps','title','below','above'} : return None
    if e.get('below','clamp')!='clamp' or e.get('above','clamp')!='clamp': return None
    st=e['steps']
    if isinstance(st,list): return '['+', '.join(st)+']'
    cols=dict(e.get('columns') or {})
    titled=any(isinstance(v,dict) and 'title' in v for v in st.values())
    if not cols and not titled: return '['+', '.join(st)+']'
    rows=[[name]+(['title'] if titled else [])+[head(k,t,None,0) for k,t in cols.items()]]
    for s,v in st.items():
        v=v or {}
        if set(v)-set(cols)-{'title'}: return None
        rows.append([s]+([cell(v['title']) if 'title' in v else '-'] if titled else [])+[cell(v[c]) if c in v else '-' for c in cols])
    return align(rows)
def file(f):
    try: s=open(f,newline='').read()
    except UnicodeDecodeError: return []
    lines=s.split('\n'); out=[]; i=0; left=[]
    while i<len(lines):
        l=lines[i]
        m=re.match(r'^(\s*(?:[`"]|\S*`)?)(tables|scales):\s*(\{.*)?$',l)
        out.append(l); i+=1
        if not m or m[3]: 
            if m and m[3]: left.append((f,i,l))
            continue
        ind=len(re.match(r'^\s*',l)[0]) if not re.search(r'`',m[1]) else 0
        # entries
        while i<len(lines):
            l=lines[i]
            mm=re.match(r'^(\s+)("?[a-z_0-9]+"?):(.*)$',l)
            if l.strip()=='' or re.match(r'^\s*#',l) :
                k=i
                while k<len(lines) and (lines[k].strip()=='' or re.match(r'^\s*#',lines[k])): k+=1
                nx=lines[k] if k<len(lines) else ''
                if len(re.match(r'^\s*',nx)[0])<=ind or not re.match(r'^\s+("?[a-z_0-9]+"?):',nx): break
                out.append(l); i+=1; continue
            if not mm or len(mm[1])<=ind: break
            j=i+1
            while j<len(lines) and (lines[j].strip()!='' and len(re.match(r'^\s*',lines[j])[0])>len(mm[1])): j+=1
            block='\n'.join(lines[i:j]).split('`')[0]
            try: e=load(block)
            except Exception as x: e=None
            name=mm[2].strip('"')
            r=conv(name,e[name],m[2]) if isinstance(e,dict) and name in e else None
            if r is None or '`' in '\n'.join(lines[i:j]) and not '\n'.join(lines[i:j]).rstrip().endswith('`') and '`' in '\n'.join(lines[i:j-1]):
                if isinstance(e,dict) and not isinstance(e.get(name),(list,str)): left.append((f,i+1,l))
                out+=lines[i:j]; i=j; continue
            rem=re.search(r'\s+(#.*)$',mm[3]); rem='  '+rem[1] if rem else ''
            tail=''
            if '`' in lines[j-1]: tail=lines[j-1][lines[j-1].index('`'):]
            inner=[re.search(r'#:.*$',x) for x in lines[i+1:j]]
            if isinstance(r,str): out.append(f'{mm[1]}{name}: {r}{rem}{tail}')
            else:
                # remarks of steps stay behind their rows
                for x in lines[i+1:j]:
                    q=re.match(r'^\s+([a-z_0-9]+):.*?(#:.*)$',x)
                    if q:
                        for n,row in enumerate(r):
                            if row.split()[0]==q[1] and n: r[n]=row+'  '+q[2]
                out.append(f'{mm[1]}{name}: |{rem}')
                out+=[mm[1]+'  '+x for x in r]
                out[-1]+=tail
            i=j
    t='\n'.join(out)
    if t!=s: open(f,'w',newline='').write(t)
    return left
if __name__=='__main__':
    for f in sys.argv[1:]:
        for l in file(f): print('left',*l)

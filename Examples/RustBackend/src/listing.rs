//! What lies in the folder: pictures and the folders that have some. A listing never changes; a new one takes its place.

use crate::boundary::Answer;
use crate::identifier::Identity;
use crate::pixmap::{self, Header};
use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What changes when a file is written, replaced or exchanged for another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    parts: [u64; 7],
}

impl Stamp {
    pub fn of(data: &Metadata) -> Stamp {
        let times = [data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec()].map(|part| part as u64);
        Stamp { parts: [data.dev(), data.ino(), data.size(), times[0], times[1], times[2], times[3]] }
    }

    /// FNV-1a; never 0, which stands for any version.
    fn version(&self) -> u64 {
        let bytes = self.parts.iter().flat_map(|part| part.to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)).max(1)
    }
}

pub struct Picture {
    pub identifier: String,
    /// From the root, in the bytes of the file system.
    pub path: Vec<u8>,
    /// The same as text, U+FFFD for what is not UTF-8.
    pub text: String,
    pub header: Header,
    pub stamp: Stamp,
    pub version: u64,
    pub byte_size: u64,
    /// Milliseconds since 1970.
    pub modified: i64,
}

impl Picture {
    pub fn folder(&self) -> &[u8] {
        &self.path[..self.path.iter().rposition(|byte| *byte == b'/').unwrap_or(0)]
    }

    pub fn filename(&self) -> &str {
        name(&self.text)
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub struct Album {
    pub identifier: String,
    pub title: String,
    pub path: Vec<u8>,
    pub count: u64,
}

#[derive(Default)]
pub struct Listing {
    /// In the order of their paths. Shared with earlier listings, and with fetches, as long as the files stay as they are.
    pub pictures: Vec<Arc<Picture>>,
    pub albums: Vec<Album>,
}

impl Listing {
    pub fn find(&self, identifier: &[u8]) -> Option<&Arc<Picture>> {
        self.pictures.iter().find(|picture| picture.identifier.as_bytes() == identifier)
    }

    /// Whether a fetch would show the same.
    pub fn is_same(&self, other: &Listing) -> bool {
        self.pictures.len() == other.pictures.len()
            && self.pictures.iter().zip(&other.pictures).all(|(one, two)| Arc::ptr_eq(one, two))
    }
}

/// Opens a file of the library. Should a FIFO be there by now, this does not wait for a writer.
pub fn open(path: &Path) -> std::io::Result<File> {
    const O_NONBLOCK: i32 = 0o4000;
    OpenOptions::new().read(true).custom_flags(O_NONBLOCK).open(path)
}

/// One walk over the folder.
pub struct Walk<'walk> {
    pub root: &'walk Path,
    pub identity: &'walk Identity,
    /// Whether to go on.
    pub check: &'walk dyn Fn() -> Answer<()>,
}

impl Walk<'_> {
    /// What lies there now; files that are as they were in `before` are not opened again.
    pub fn read(&self, before: &Listing) -> Answer<Listing> {
        let known = before.pictures.iter().map(|picture| (&picture.path[..], picture)).collect();
        let mut pictures = Vec::new();
        // Folders still to be read. The root must be readable; what cannot be read below it hides itself alone.
        let mut folders = vec![PathBuf::new()];
        fs::read_dir(self.root)?;
        while let Some(folder) = folders.pop() {
            (self.check)()?;
            for entry in fs::read_dir(self.root.join(&folder)).into_iter().flatten().flatten() {
                // Names that begin with a dot are made by programs; links are not followed.
                let is_hidden = entry.file_name().as_bytes().starts_with(b".");
                let path = folder.join(entry.file_name());
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && !is_hidden => folders.push(path),
                    Ok(kind) if kind.is_file() && !is_hidden => pictures.extend(self.picture(path, &known)),
                    _ => {}
                }
            }
        }
        pictures.sort_by(|one, two| one.path.cmp(&two.path));
        Ok(Listing { albums: self.albums(&pictures), pictures })
    }

    fn picture(&self, path: PathBuf, known: &HashMap<&[u8], &Arc<Picture>>) -> Option<Arc<Picture>> {
        let whole = self.root.join(&path);
        let path = path.into_os_string().into_vec();
        let seen = fs::symlink_metadata(&whole).ok()?;
        if let Some(same) = known.get(&path[..]).filter(|picture| picture.stamp == Stamp::of(&seen)) {
            return Some(Arc::clone(same));
        }
        let file = open(&whole).ok()?;
        let data = file.metadata().ok().filter(|data| Stamp::of(data) == Stamp::of(&seen))?;
        let mut head = [0; pixmap::HEAD];
        let length = file.read_at(&mut head, 0).ok()?;
        let header = pixmap::read_header(&head[..length])?;
        let stamp = Stamp::of(&data);
        Some(Arc::new(Picture {
            identifier: self.identity.asset(&path),
            text: String::from_utf8_lossy(&path).into_owned(),
            path,
            header,
            stamp,
            version: stamp.version(),
            byte_size: data.size(),
            // Some file systems keep dates further off than milliseconds count.
            modified: data.mtime().saturating_mul(1000).saturating_add(data.mtime_nsec() / 1_000_000),
        }))
    }

    fn albums(&self, pictures: &[Arc<Picture>]) -> Vec<Album> {
        let mut counts: HashMap<&[u8], u64> = HashMap::new();
        for picture in pictures {
            *counts.entry(picture.folder()).or_default() += 1;
        }
        let mut albums: Vec<Album> = counts.into_iter().map(|(path, count)| self.album(path, count)).collect();
        albums.sort_by(|one, two| one.path.cmp(&two.path));
        albums
    }

    fn album(&self, path: &[u8], count: u64) -> Album {
        let named = if path.is_empty() { self.root.as_os_str().as_bytes() } else { path };
        let title = name(&String::from_utf8_lossy(named)).to_owned();
        Album { identifier: self.identity.folder(path), title, path: path.to_vec(), count }
    }
}

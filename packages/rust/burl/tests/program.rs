//! What a program does that hashes don't show; test/bindings compares values with C's.
use std::{
    ops::ControlFlow,
    panic::{catch_unwind, AssertUnwindSafe},
    thread,
};

use burl::{Grid, Image, Points, Program, Region, Result, Status};

fn grid() -> Grid {
    Grid::new([512, 512], [0.0; 2], [1.0 / 64.0; 2])
}

#[test]
fn progress_goes_from_0_to_1_on_the_calling_thread() -> Result<()> {
    let clouds = Program::compile("fbm(perlin(), octaves: 8)")?;
    let caller = thread::current().id();
    let mut told = Vec::new();
    let mut out = vec![0.0; 512 * 512];
    clouds.sample_with(&grid(), &mut out, |done| {
        assert_eq!(thread::current().id(), caller);
        told.push(done);
        ControlFlow::Continue(())
    })?;
    assert_eq!((told.first(), told.last()), (Some(&0.0), Some(&1.0)));
    assert_eq!(out, clouds.grid(&grid())?);
    Ok(())
}

#[test]
fn a_closure_that_breaks_cancels() -> Result<()> {
    let clouds = Program::compile("fbm(perlin(), octaves: 8)")?;
    let mut out = vec![7.0; 512 * 512];
    let error = clouds.sample_with(&grid(), &mut out, |_| ControlFlow::Break(())).unwrap_err();
    assert_eq!(error.status, Status::Cancelled);
    assert!(out.contains(&7.0));
    Ok(())
}

#[test]
fn a_closure_that_panics_panics_where_it_was_called() -> Result<()> {
    let clouds = Program::compile("perlin()")?;
    let mut out = vec![0.0; 512 * 512];
    let sampled = catch_unwind(AssertUnwindSafe(|| clouds.sample_with(&grid(), &mut out, |_| panic!("no"))));
    assert_eq!(sampled.unwrap_err().downcast_ref::<&str>(), Some(&"no"));
    clouds.grid(&grid())?;
    Ok(())
}

#[test]
fn threads_share_a_program() -> Result<()> {
    let clouds = Program::compile("fbm(perlin(), octaves: 8)")?;
    let whole = clouds.grid(&grid())?;
    thread::scope(|scope| {
        for row in 0..4 {
            let (clouds, whole) = (&clouds, &whole);
            scope.spawn(move || {
                let tile = Grid { threads: 1, ..grid().tile([0, row * 128], [512, 128]) };
                let from = row as usize * 128 * 512;
                assert_eq!(clouds.grid(&tile).unwrap(), whole[from..from + 128 * 512]);
            });
        }
    });
    Ok(())
}

#[test]
fn a_clone_has_seed_and_knobs_and_goes_its_own_way() -> Result<()> {
    let mut one = Program::compile("param k = 1\nk*perlin()")?;
    one.seed(3)?;
    one.set("k", 2.0)?;
    let mut other = one.try_clone()?;
    assert_eq!(one.grid(&grid())?, other.grid(&grid())?);
    other.set("k", 3.0)?;
    assert_eq!(one.params().next().unwrap().value, 2.0);
    assert_eq!(other.params().next().unwrap().value, 3.0);
    Ok(())
}

fn message<T>(result: Result<T>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn what_c_could_not_see_is_an_error() -> Result<()> {
    let mut noise = Program::compile("perlin()")?;
    let mut out = [0.5; 3];
    assert_eq!(message(noise.sample(&grid(), &mut out)), "out has 3 floats, and the grid 262144");
    let points = Points::new(&[&[0.0], &[0.0, 1.0]]);
    assert_eq!(message(noise.points(&points)), "all coordinates are as many: there are 1 and 2");
    assert_eq!(message(noise.points(&Points::new(&[&[0.0]]))), "the recipe's points have 2 coordinates, not 1");
    assert_eq!(message(noise.points(&Points::new(&[]))), "the recipe's points have 2 coordinates, not 0");
    let timed = Points { time: Some(&[]), ..Points::new(&[&[0.0], &[0.0]]) };
    assert_eq!(message(noise.points(&timed)), "all coordinates are as many: there are 1 and 0");
    let one = Points::new(&[&[0.0], &[0.0]]);
    assert_eq!(message(noise.sample_points(&one, &mut out)), "out has 3 floats, and the points 1");
    let image = Image::heights([2, 2], &[0.0; 3]);
    assert_eq!(message(noise.set_image("a", image)), "the image has 3 floats, not 2 x 2 x 1");
    assert_eq!(message(noise.set("a\0b", 1.0)), "the name of a knob has no byte 0, as it has at 1: \"a\\0b\"");
    let region = Region { lo: [0.0, 2.0, 9.0, 0.0], hi: [1.0, 1.0, 0.0, 0.0], ..Region::default() };
    let said = "a region goes from a finite number to one that isn't less; number 1 has y from 2 to 1";
    assert_eq!(message(noise.bounds_over(&[Region::default(), region])), said);
    assert!(message(noise.blocks(&grid(), [8; 4], f64::NAN)).starts_with("a level is a number"));
    assert!(message(noise.blocks(&grid(), [-8; 4], 0.0)).ends_with("[-8, -8, -8, -8], 0"));
    assert_eq!(out, [0.5; 3]);
    Ok(())
}

#[test]
fn a_grid_that_no_memory_holds_is_an_error() -> Result<()> {
    let noise = Program::compile("perlin()")?;
    let error = noise.grid(&Grid::new([1 << 26, 1 << 26], [0.0; 2], [1.0; 2])).unwrap_err();
    assert_eq!(error.status, Status::Memory);
    Ok(())
}

#[test]
fn errors_have_their_place() {
    let error = Program::compile("1 +\n  fbm(perlin(), octave: 8)").unwrap_err();
    assert_eq!((error.status, error.line, error.column, error.length), (Status::Recipe, 2, 17, 6));
    assert_eq!(error.to_string(), "2:17: no option 'octave' in fbm: did you mean 'octaves'?");
    let nul = Program::compile("perlin()\0").unwrap_err();
    assert_eq!((nul.line, nul.column), (1, 9));
}

#[test]
fn an_image_that_is_not_known_is_an_error() -> Result<()> {
    let ground = Program::compile("image(\"ground\")")?;
    assert_eq!(ground.grid(&grid()).unwrap_err().status, Status::File);
    Ok(())
}
